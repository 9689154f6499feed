import { closeStore, readConnection } from './store.ts'

// Everything else happens in the popup: nothing runs beside pages, and no message is listened to.
chrome.runtime.onInstalled.addListener(() => {
  void closeStore().then(async () => {
    if ((await readConnection()) === undefined) await chrome.runtime.openOptionsPage()
  })
})
