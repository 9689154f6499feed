import { page } from 'vitest/browser'

/**
 * Pixels, in all tests. React Aria takes a window that got lower by 100 for the keyboard of a phone: from then on dialogs wait for that keyboard
 * before they show, some of them for an interval that ended with the held clock of another test.
 */
export const windowHeight = 720

/** Makes the window `width` pixels wide: 1280 before each test. */
export const resizeWindow = (width: number) => page.viewport(width, windowHeight)
