import { closeStore, readConnection } from './store.ts'

// Everything else happens in the popup: nothing runs beside pages, and no message is listened to.
chrome.runtime.onInstalled.addListener(({ reason }) => {
  // Updates of the browser and of the extension come here as well.
  if (reason !== 'install') return
  void closeStore().then(async () => {
    if ((await readConnection()) === undefined) await chrome.runtime.openOptionsPage()
  })
})
