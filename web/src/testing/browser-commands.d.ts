import '@vitest/browser-playwright'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Implemented in `web/browser-commands.ts`. */
    preferScheme(scheme: 'light' | 'dark' | null): Promise<void>
    forceColors(isOn: boolean): Promise<void>
    allowMotion(isOn: boolean): Promise<void>
    takeClipboard(): Promise<void>
    leaveClipboard(): Promise<void>
  }
}
