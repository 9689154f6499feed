/** All that is asked about templates of e-mails is below it, so that mappings, trials and logs renew it too. */
export const templatesKey = ['admin', 'email', 'templates'] as const
