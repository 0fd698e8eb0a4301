"""The g control and the live view: a Streamlit component and its JavaScript modules."""
