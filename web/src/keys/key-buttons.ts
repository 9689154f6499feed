/** Names the delete button of a key, so that the focus finds it again. */
export const deleteButtonId = (keyId: string) => `delete-${keyId}`

/** Names the share button of a key: dialogs that lead to one another give the focus back to it. */
export const shareButtonId = (keyId: string) => `share-${keyId}`

/** The row of a key, where the view has rows. */
export const findRow = (keyId: string) => document.querySelector<HTMLElement>(`[data-key="${CSS.escape(keyId)}"]`)
