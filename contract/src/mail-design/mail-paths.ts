/** Webhook paths for providers, below the installation's address; an administrator configures them at the provider. */
export const webhookPaths = { ses: '/api/webhooks/ses', zeptomail: '/api/webhooks/zeptomail' } as const

/** Paths of automatic links in e-mails, each followed by a signed token. */
export const mailPaths = { open: '/api/email/o', click: '/api/email/c', unsubscribe: '/api/email/unsubscribe' } as const
