import { t } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import type { EntryRefusal } from './read-entry.ts'
import type { TransferFormat } from './read-file.ts'
import type { TransferFailure } from './transfer-failure.ts'

/** Why a file cannot be taken, and what to do. */
export function failureText(failure: TransferFailure): string {
  switch (failure) {
    case 'unknown_format':
      return t`This is not an export that Twofold knows. See below which ones it can read.`
    case 'damaged':
      return t`This file is damaged or not whole. Please export it anew.`
    case 'empty':
      return t`There are no keys in it.`
    case 'too_large':
      return t`This file is too large. Please use one of at most ${limits.importBytes / 1024 / 1024} MB.`
    case 'too_many':
      return t`There are more than ${limits.keysPerOwner} keys in it, which is as many as one person can have.`
    case 'too_costly':
      return t`This file is damaged or unsafe to open.`
    case 'password_needed':
      return t`This file is encrypted. Please enter its password.`
    case 'password_wrong':
      return t`This password is not right. Please try again.`
    case 'encrypted_elsewhere':
      return t`Only the application that encrypted this file can open it. Please export it in one of the ways below.`
    case 'account_restricted':
      return t`This Bitwarden export is restricted to the account that made it, so only Bitwarden can open it. Please export again and choose “Password protected”, or JSON without encryption.`
    case 'failed':
      return t`Your browser could not do this. Please try again.`
  }
}

/** Why Twofold cannot hold an entry. */
export function refusalText(refusal: EntryRefusal): string {
  switch (refusal) {
    case 'algorithm':
      return t`Its algorithm is not supported.`
    case 'digits':
      return t`The length of its codes is not supported.`
    case 'kind':
      return t`Its kind is not supported.`
    case 'secret':
      return t`It has no usable secret.`
    case 'period':
      return t`Its period is not supported.`
    case 'counter':
      return t`Its counter is out of range.`
    case 'name':
      return t`Its name is too long, or holds characters that are not allowed.`
  }
}

/** Names of products stay as they are. */
export const formatName = (format: TransferFormat): string => (format === 'links' ? t`a list of links` : format)
