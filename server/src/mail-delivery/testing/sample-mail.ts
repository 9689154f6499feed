import type { OutgoingMail, SendOptions } from '../providers/sender.ts'

/** An e-mail with everything an e-mail can have; `changes` make it the one that a test needs. */
export function sampleMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    logId: '01890a5d-ac96-774b-bcce-b302099a8057',
    messageId: '<01890a5d-ac96-774b-bcce-b302099a8057@vault.example.org>',
    from: { address: 'vault@example.org', name: 'Twofold' },
    to: { address: 'ann@example.com', name: 'Ann Müller' },
    replyTo: 'help@example.org',
    subject: 'A key was shared with you – “GitHub”',
    html: '<html><body><p>Hello Ann, größer.</p></body></html>',
    text: 'Hello Ann, größer.\n.\nA line that is only a dot came before.',
    headers: { 'List-Unsubscribe': '<https://vault.example.org/u/1>', 'Auto-Submitted': 'auto-generated' },
    isTracked: false,
    ...changes,
  }
}

/** Options of an attempt that nobody breaks off or holds back. */
export function sendOptions(changes: Partial<SendOptions> = {}): SendOptions {
  return { signal: new AbortController().signal, beforeHandOver: () => Promise.resolve(), ...changes }
}
