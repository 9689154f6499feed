/** Origins of the focus when each dialog opened, nearest first. Apart from `use-dialog-focus.ts`, which the first screen does without. */
export const focusPaths = new WeakMap<Element, readonly HTMLElement[]>()
