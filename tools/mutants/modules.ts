import { contract, crypto, factors, http, machines, mappings, markup, platform, sharing, styles, takes, trust, within } from './folders.ts'

/** Files that decide about one thing, and the tests that hold them; cheap tests first. Paths in the repository. */
export interface Module {
  name: string
  files: readonly string[]
  tests: readonly string[]
}

export const modules: readonly Module[] = [
  {
    name: 'trust',
    files: trust('hands', 'require-open', 'trust.service', 'trusted-mail.service', 'closure-release.service', 'ways-out'),
    tests: trust(
      'hands.test',
      'trust.service.test',
      'closed-accounts.test',
      'ways-out.test',
      'insiders.test',
      'insiders-by-invitation.test',
      'insiders-by-leaver.test',
      'insiders-by-reset.test',
      'quarantine.test',
      'objections.test',
    ),
  },
  {
    name: 'requests',
    files: trust('approval-gate.service', 'record-decision', 'requests.service', 'weighty-acts'),
    tests: trust(
      'record-decision.test',
      'requests.service.test',
      'weighty-acts.test',
      'approval-gate.test',
      'requests.test',
      'request-approvals.test',
    ),
  },
  {
    name: 'access to keys',
    files: ['server/src/keys/access.service.ts', 'server/src/keys/secrets.service.ts'],
    tests: [
      ...within('server/src/keys', 'access.service.test', 'keys.test', 'secrets.test', 'rotation.test'),
      ...sharing('grants.test', 'service-account-shares.test'),
    ],
  },
  {
    name: 'grants',
    files: [
      ...platform('json-time'),
      ...sharing(
        'visible-keys.service',
        'present-visible-keys',
        'grants.service',
        'grant-confirmation.service',
        'shares.service',
        'end-grant-notices.service',
        'share-requests.service',
        'grant-storage.service',
        'grant-notices.service',
        'grant-facts.service',
        'grant-revocation.service',
        'leave-key.service',
        'grant-restoration.service',
        'end-grant.service',
      ),
    ],
    tests: sharing(
      'present-visible-keys.test',
      'grant-decisions.test',
      'grant-notices.test',
      'grants.test',
      'shares.test',
      'share-requests.test',
      'recipients.test',
      'undo-and-contacts.test',
      'groups.test',
    ),
  },
  {
    name: 'memberships and hand-over',
    files: sharing(
      'groups.service',
      'membership-creation.service',
      'membership-removal.service',
      'hand-over.service',
      'hand-over-offers.service',
      'offer-answers.service',
    ),
    tests: [
      ...sharing('groups.test', 'hand-over.test', 'hand-over-offers.test', 'undo-and-contacts.test'),
      'server/src/admin/leavers/leaver-returns.test.ts',
      'server/src/reviews/reviews.test.ts',
    ],
  },
  {
    name: 'invitations',
    files: sharing('invitations.service', 'waiting-shares.service'),
    tests: [
      ...sharing('invitations.test', 'shares.test', 'moved-addresses.test', 'hand-over-offers.test'),
      ...trust('insiders-by-invitation.test'),
    ],
  },
  {
    name: 'sessions',
    files: [
      ...within('server/src/sessions', 'session-rules', 'session-checks.service', 'sign-in-guard.service', 'opening.service'),
      ...platform('identity'),
    ],
    tests: within(
      'server/src/sessions',
      'session-rules.test',
      'session-checks.service.test',
      'sign-in-guard.service.test',
      'sessions.test',
      'stages.test',
      'locks.test',
    ),
  },
  {
    name: 'second factors and the PIN',
    files: factors(
      'totp.service',
      'second-step.service',
      'second-step-proof.service',
      'recovery-codes.service',
      'passkey-proofs.service',
      'pin-changes.service',
      'pin-checks.service',
      'pin-proofs.service',
      'forgotten-pin.service',
    ),
    tests: factors(
      'pin-decisions.test',
      'second-step-decisions.test',
      'second-step.test',
      'recovery-codes.test',
      'passkeys.test',
      'confirm-factor.test',
      'pin.test',
      'forgotten-pin.test',
    ),
  },
  {
    name: 'the gate of every call',
    files: http('route', 'admit', 'handle', 'find-principal', 'same-site', 'client-address'),
    tests: http('client-address.test', 'same-site.test', 'route-gate.test', 'route-gate-tokens.test', 'route.test'),
  },
  {
    name: 'limits',
    files: [...http('rate-limit', 'route-limits', 'limit-keys', 'turns'), ...platform('fair-share')],
    tests: [
      ...platform('fair-share.test'),
      ...http('turns.test', 'limit-keys.test', 'rate-limit.test', 'route-gate.test'),
      'server/src/sessions/early-limit.test.ts',
    ],
  },
  {
    name: 'sizes and shapes',
    files: [...platform('json-meter'), ...http('read-body', 'validate')],
    tests: [...platform('json-meter.test'), ...http('validate.test', 'read-body.test', 'route.test')],
  },
  {
    name: 'answers',
    files: http('compile-json-writer', 'json-writer-parts'),
    tests: http('compile-json-writer.test'),
  },
  {
    name: 'quotas of e-mail',
    files: ['server/src/mail-delivery/providers/quota.ts'],
    tests: within('server/src/mail-delivery', 'providers/quotas.test', 'delivery/delivery.test', 'providers/providers.test'),
  },
  {
    name: 'codes',
    files: [...platform('otp'), ...takes('codes.service', 'code-generation.service'), ...contract('base32', 'otpauth')],
    tests: [
      ...contract('base32.test', 'otpauth.test'),
      ...platform('otp.test'),
      'server/src/codes/codes.service.test.ts',
      'server/src/codes/codes.test.ts',
    ],
  },
  {
    name: 'takes',
    files: [
      ...takes(
        'approvals.service',
        'hand-out.service',
        'take-limits.service',
        'take-authorization.service',
        'takes.service',
        'waiting-takes',
      ),
      'server/src/keys/turns.service.ts',
    ],
    tests: [
      ...takes(
        'take-authorization.service.test',
        'hand-out.service.test',
        'waiting-takes.test',
        'takes.test',
        'token-takes.test',
        'approvals.test',
        'exclusive-keys.test',
      ),
      'server/src/keys/turns.test.ts',
    ],
  },
  {
    name: 'tokens',
    files: [
      ...machines(
        'found-token.service',
        'administrator-suspension.service',
        'managed-accounts.service',
        'active-accounts.service',
        'device-approvals.service',
        'device-polling.service',
        'token-check.service',
        'token-issuance',
      ),
      ...platform('principal'),
      ...http('programs'),
      ...crypto('program-token'),
    ],
    tests: [
      ...crypto('program-token.test'),
      ...machines(
        'token-issuance.test',
        'personal-tokens.test',
        'service-accounts.test',
        'devices.test',
        'programs.test',
        'refused-tokens.test',
      ),
      'server/src/admin/programs/programs.test.ts',
    ],
  },
  {
    name: 'workloads',
    files: machines('assertion', 'exchange.service', 'grant', 'issuer-keys.service', 'trust-rules', 'workload-run'),
    tests: machines(
      'assertion.test',
      'trust-rules.test',
      'workload-run.test',
      'hostile-assertions.test',
      'workload.test',
      'trusts.test',
      'issuers.test',
    ),
  },
  {
    name: 'conditions',
    files: [...mappings('decide', 'holds-back', 'quiet-hours'), 'server/src/mail-rules/preferences/unsubscribe-token.ts'],
    tests: [
      ...mappings('decide.test', 'quiet-hours.test', 'mappings.test'),
      'server/src/mail-delivery/announcing/languages.test.ts',
      'server/src/mail-rules/preferences/unsubscribe.test.ts',
    ],
  },
  {
    name: 'sanitising',
    files: [
      ...markup(
        'sanitize-content',
        'serialise-mail',
        'markup-allow-list',
        'link-address',
        'safe-href',
        'escape-markup',
        'quote-attributes',
        'outlook-comments',
        'liquid-values',
        'template-bounds',
      ),
      ...styles('custom-css', 'css-allow-list', 'bounded-css'),
    ],
    tests: [
      ...markup('sanitize-content.test', 'serialise-mail.test', 'quote-attributes.test', 'liquid.test', 'check-template.test'),
      ...styles('custom-css.test'),
    ],
  },
  {
    name: 'texts',
    files: contract('hidden-characters', 'holds-key-link', 'looks-like-secret', 'without-hidden-characters', 'sites'),
    tests: [...contract('hidden-characters.test', 'holds-key-link.test', 'sites.test', 'otpauth.test'), ...markup('check-template.test')],
  },
  {
    name: 'unsafe e-mail',
    files: ['server/src/mail-delivery/delivery/refuse-unsafe.ts'],
    tests: within('server/src/mail-delivery/delivery', 'refuse-unsafe.test', 'api-senders.test'),
  },
  {
    name: 'hosts that are called',
    files: [...platform('networks', 'outbound/pinned-host')],
    tests: platform('networks.test', 'outbound/pinned-host.test', 'outbound/configured-client.test', 'outbound/outbound-client.test'),
  },
  {
    name: 'sealing',
    files: crypto('credential-hashes', 'sealed-value', 'keyring-box', 'sealers', 'root-key', 'token', 'data-key-bundle'),
    tests: crypto(
      'credential-hashes.test',
      'token.test',
      'sealed-value.test',
      'data-key-bundle.test',
      'sealers.test',
      'root-key.test',
      'crypto.test',
    ),
  },
]
