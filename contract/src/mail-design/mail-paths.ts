/** Where providers tell what became of mail; an administrator enters these there. Below the installation's address. */
export const webhookPaths = { ses: '/api/webhooks/ses', zeptomail: '/api/webhooks/zeptomail' } as const

/** What mails link to by themselves, each followed by a signed token. */
export const mailPaths = { open: '/api/email/o', click: '/api/email/c', unsubscribe: '/api/email/unsubscribe' } as const
