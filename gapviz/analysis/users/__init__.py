"""All user models: who wins where, where runs swap, and what bounds or suggests a g."""
