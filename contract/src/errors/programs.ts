import type { ErrorEntries } from './entries.ts'

/** Errors of tokens, service accounts, takes, workloads and webhooks. */
export const programErrors = {
  'tokens.invalid': { status: 401, message: 'This access token is not valid. It may have been revoked. Create a new one in Twofold.' },
  'tokens.expired': { status: 401, message: 'This access token has expired. Create a new one in Twofold.' },
  'tokens.suspended': {
    status: 401,
    message: 'The owner of this access token is suspended or deactivated. Ask a manager or an administrator.',
  },
  'tokens.not_allowed': { status: 403, message: 'This call cannot be made with an access token of this kind.' },
  'tokens.scope': { status: 403, message: 'This access token lacks the scope {scope}. Create one that has it.' },
  'tokens.network': { status: 403, message: 'This access token may not be used from this network.' },
  'tokens.limit_reached': { status: 409, message: 'At most {limit} access tokens can be live. Revoke one first.' },
  'tokens.ended': { status: 409, message: 'This access token has ended. Create a new one.' },
  'tokens.for_administrators': { status: 422, message: 'Only administrators can give this permission to a token.' },
  'tokens.agent_scopes': { status: 422, message: 'A token for an agent can list keys and request codes, nothing else.' },
  'tokens.network_invalid': { status: 422, message: 'This is not a network. Enter an address or a CIDR range, such as 192.0.2.0/24.' },
  'tokens.trust_unnamed': { status: 422, message: 'Choose the keys whose codes the agent gets without asking.' },
  'tokens.key_unknown': { status: 422, message: 'You do not have access to one of these keys.' },
  'tokens.not_found': { status: 404, message: 'There is no such access token.' },

  'devices.code_wrong': { status: 422, message: 'This code is wrong or has expired. Check the program, or start it again.' },
  'devices.other_network': { status: 403, message: 'This program runs in another network, and may not be signed in from here.' },
  'devices.not_found': { status: 404, message: 'This program is not signed in.' },

  'oauth.unauthorized_client': { status: 400, message: 'Programs cannot be signed in with a code here.' },
  'oauth.unsupported_grant_type': { status: 400, message: 'This kind of grant is not supported.' },
  'oauth.authorization_pending': { status: 400, message: 'Nobody has approved this program yet.' },
  'oauth.slow_down': { status: 400, message: 'The program asks too often. It may ask every {seconds} seconds.' },
  'oauth.access_denied': { status: 400, message: 'The sign-in was denied.' },
  'oauth.expired_token': { status: 400, message: 'The code has expired. Start again.' },

  'takes.not_found': { status: 404, message: 'Take not found.' },
  'takes.too_long': { status: 409, message: 'No code will be free within the time you are willing to wait.' },
  'takes.timed_out': { status: 409, message: 'No code became free in time.' },
  'takes.handed': { status: 409, message: 'This take has its code already.' },
  'takes.not_handed': { status: 409, message: 'This take has no code.' },
  'takes.code_gone': { status: 410, message: 'The code of this take is no longer valid. Take another one.' },
  'takes.queue_full': { status: 429, message: 'Too many are waiting for a code. Try again later.' },
  'takes.limit': { status: 429, message: 'This token has taken as many codes as it may. Try again later.' },
  'takes.denied': { status: 409, message: 'A person denied this code.' },
  'takes.decided': { status: 409, message: 'This decision is no longer needed.' },
  'takes.wrong_number': { status: 409, message: 'This is not the number that the program shows.' },
  'takes.four_eyes': { status: 403, message: 'Somebody else has to approve this: you made the token or the rule that it came by.' },
  'takes.margin_too_long': { status: 422, message: 'Codes of this key are never valid for that long.' },

  'service_accounts.limit_reached': { status: 409, message: 'A group can have {limit} service accounts.' },
  'service_accounts.suspended': { status: 409, message: 'This service account is suspended. Resume it first.' },
  'service_accounts.administrator_only': {
    status: 403,
    message: 'An administrator suspended this service account. Only an administrator can resume it.',
  },
  'service_accounts.share_not_found': { status: 404, message: 'There is no such key at this service account.' },
  'service_accounts.not_found': { status: 404, message: 'There is no such service account.' },

  'webhooks.not_found': { status: 404, message: 'There is no such endpoint.' },
  'webhooks.delivery_not_found': { status: 404, message: 'There is no such message.' },
  'webhooks.limit': { status: 409, message: 'There can be {limit} endpoints.' },
  'webhooks.renewed_often': {
    status: 409,
    message:
      'The secret or key was renewed {limit} times within 24 hours, and receivers may still use each former one. Renew it again after {time}.',
  },
  'webhooks.paused': { status: 409, message: 'This endpoint is switched off. Switch it on first.' },

  'oauth.missing_parameter': { status: 400, message: 'The parameter {name} is missing or wrong.' },
  'oauth.invalid_grant': { status: 400, message: 'This token or code cannot be exchanged. Start again.' },

  'workload.replayed': { status: 400, message: 'This token was exchanged before. Ask your CI system for a new one.' },
  'workload.issuer_unreachable': { status: 503, message: 'The issuer of this token cannot be reached right now.' },
  'workload.issuer_not_found': { status: 404, message: 'There is no such issuer.' },
  'workload.issuer_unknown': { status: 422, message: 'There is no such issuer.' },
  'workload.issuer_exists': { status: 422, message: 'This issuer is trusted already.' },
  'workload.issuers_limit': { status: 409, message: 'There can be {limit} issuers.' },
  'workload.trust_not_found': { status: 404, message: 'There is no such rule.' },
  'workload.trusts_limit': { status: 409, message: 'A service account can have {limit} rules.' },
  'workload.anchors_missing': { status: 422, message: 'For this issuer, a rule needs {claims}.' },
  'workload.wildcard': { status: 422, message: 'A * can only end a value of ref or environment, not be the whole value.' },
  'workload.claims_limit': { status: 422, message: 'A rule can have at most 20 claims.' },
} as const satisfies ErrorEntries
