import type { ErrorEntries } from './entries.ts'

export const adminErrors = {
  'maintenance.active': { status: 503, message: 'Maintenance is under way until {until}. {note}' },

  'jobs.not_found': { status: 404, message: 'There is no such job.' },
  'jobs.not_failed': { status: 409, message: 'This job has not failed, or is being tried again already.' },
  'jobs.nothing_failed': { status: 409, message: 'Nothing has failed there.' },

  'releases.off': { status: 409, message: 'No release feed is set.' },

  'maintenance.not_found': { status: 404, message: 'There is no such maintenance window.' },
  'maintenance.over': { status: 409, message: 'This maintenance has already ended.' },
  'maintenance.overlaps': { status: 409, message: 'Another maintenance is set for this time.' },
  'maintenance.start_in_past': { status: 422, message: 'Please choose a time in the future.' },
  'maintenance.too_far': { status: 422, message: 'Please choose a time within the next year.' },
  'maintenance.end_before_start': { status: 422, message: 'The end must be at least a minute after the start.' },
  'maintenance.too_long': { status: 422, message: 'A maintenance can last 7 days at most.' },

  'users.no_factors': { status: 409, message: 'This account has no second factor.' },
  'users.not_found': { status: 404, message: 'The requested user could not be loaded.' },
  'users.own_account': { status: 409, message: 'Please ask another administrator to do this with your own account.' },
  'users.inactive': { status: 409, message: 'This user is not active.' },
  'users.not_deleted': { status: 409, message: 'This user is not deleted. There is nothing to restore.' },
  'users.restore_over': { status: 409, message: 'This user was deleted more than {days} days ago and can no longer be restored.' },
  'users.address_taken': {
    status: 409,
    message: 'Another account uses {email} now. Enter another e-mail address for the restored account.',
  },
  'users.nothing_selected': { status: 422, message: 'Please select users, or say which ones are meant.' },
  'users.too_many': { status: 422, message: 'These are more than {most} users. Please narrow the filters down.' },

  'leavers.not_found': { status: 404, message: 'There is no leaver plan for this user.' },
  'leavers.still_active': { status: 409, message: 'This user is active. A leaver plan begins when somebody is deactivated.' },
  'leavers.closed': { status: 409, message: 'This leaver plan is closed: the user was activated again.' },
  'leavers.account_deleted': { status: 409, message: 'This account is deleted, and its keys with it.' },
  'leavers.nothing_selected': { status: 422, message: 'Please select keys, or say that all are meant.' },
  'leavers.to_self': { status: 422, message: 'No administrator hands keys to themselves. Please choose somebody else.' },
  'leavers.to_nobody': {
    status: 422,
    message: 'This person cannot take keys over: the account is not active, or its e-mail address is not verified.',
  },
  'leavers.to_newcomer': {
    status: 422,
    message:
      'This account was created within the last 30 days, or an administrator changed how it is reached. Please choose somebody else.',
  },
  'leavers.no_room': { status: 409, message: '{name} has reached the limit of {limit} keys.' },

  'requests.not_found': { status: 404, message: 'There is no such request.' },
  'requests.not_interrupted': { status: 409, message: 'This request was not cut off, or somebody went on with it.' },
  'requests.decided': { status: 409, message: 'This request was decided already.' },
  'requests.expired': { status: 409, message: 'This request has expired. It has to be asked for again.' },
  'requests.changed': { status: 409, message: 'What this touches has changed since. Look at it again before you approve it.' },
  'requests.already_waiting': { status: 409, message: 'The same was asked for already. See Requests.' },
  'requests.own': { status: 403, message: 'You asked for this yourself. Another administrator decides about it.' },
  'requests.not_own': { status: 403, message: 'Only the administrator who asked can do this.' },
  'requests.subject': { status: 403, message: 'This is about you, so another administrator decides about it.' },
  'requests.made_by_asker': {
    status: 403,
    message:
      'The person who asked created, promoted or changed your account within the last 30 days, so another administrator decides about it.',
  },
  'requests.no_factor': { status: 403, message: 'Add a passkey or an authenticator app under Profile, Security first.' },
  'requests.asker_gone': { status: 409, message: 'The person who asked is no longer an active administrator.' },

  'streams.not_found': { status: 404, message: 'There is no such stream.' },
  'streams.limit': { status: 409, message: 'There can be {limit} streams.' },

  'backups.not_found': { status: 404, message: 'There is no such backup.' },
  'backups.under_way': { status: 409, message: 'A backup is being made already.' },
  'backups.not_complete': { status: 409, message: 'This backup is not complete.' },
  'backups.being_verified': { status: 409, message: 'This backup is being read back already.' },
  'backups.elsewhere': { status: 409, message: 'The file of this backup is not on this machine, but on {node}.' },
  'backups.off_site': { status: 503, message: 'The off-site copy cannot be reached. {reason}' },
  'backups.not_set_up': { status: 409, message: 'This copy is in a bucket that is no longer set up.' },
  'backups.gone': { status: 404, message: 'The file of this backup is gone from the data folder.' },

  'settings.from_environment': { status: 422, message: 'This is set by {variable} of the environment. Change it there.' },
  'settings.idle_too_long': { status: 422, message: 'A session cannot be unused for longer than it lasts.' },
} as const satisfies ErrorEntries
