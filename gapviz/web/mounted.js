// Which components are on the page. Streamlit calls a component again at every change of its data.

export const mounted = new WeakMap(); // parent element -> its component, which has `destroy`

/** What a component returns to Streamlit, for the time when it is taken away. */
export function unmount(parent) {
  return () => {
    // Streamlit also calls this where new data came before an earlier call had ended: the component stays, with
    // the focus and what the hand did meanwhile.
    if (parent.isConnected) return;
    mounted.get(parent)?.destroy();
    mounted.delete(parent);
  };
}
