import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { limits } from '@twofold/contract/limits'
import { hiddenInAddress, keyLinkRefusal } from '@twofold/contract/hidden-characters'
export { complaintPatterns as byPattern, devicePatterns } from './complaint-patterns.ts'
export { troublePatterns } from './trouble-patterns.ts'
export { verdictPatterns } from './verdict-patterns.ts'

const nameMax = limits.nameMax
const passwordMax = limits.passwordMax
const groupNameMax = limits.groupNameMax
const keyNameMax = limits.keyNameMax
const keysPerOwner = limits.keysPerOwner

/** Errors that a page says in other words than the server. */
export const inOwnWords: Readonly<Record<string, MessageDescriptor>> = {
  // The page says when maintenance ends itself.
  'maintenance.active': msg`Maintenance is under way. Please come back later.`,
}

/** The contract's schemas speak English on both sides; this is how their sentences reach translators. */
export const bySentence = new Map<string, { descriptor: MessageDescriptor; values?: Record<string, number> }>([
  ['Name is required', { descriptor: msg`Name is required` }],
  ['Name must be at least 2 characters', { descriptor: msg`Name must be at least 2 characters` }],
  [
    `Name must be at most ${nameMax} characters`,
    { descriptor: msg`Name must be at most {maximum} characters`, values: { maximum: nameMax } },
  ],
  [
    `Name must be at most ${groupNameMax} characters`,
    { descriptor: msg`Name must be at most {maximum} characters`, values: { maximum: groupNameMax } },
  ],
  [
    `Name must be at most ${keyNameMax} characters`,
    { descriptor: msg`Name must be at most {maximum} characters`, values: { maximum: keyNameMax } },
  ],
  ['Name contains characters that are not allowed', { descriptor: msg`Name contains characters that are not allowed` }],
  ['This contains characters that are not allowed', { descriptor: msg`This contains characters that are not allowed` }],
  [
    keyLinkRefusal,
    { descriptor: msg`An otpauth link holds a secret, and this text is stored unencrypted. Add the link as a key instead.` },
  ],
  [hiddenInAddress, { descriptor: msg`This address contains invisible characters. Please type it yourself.` }],
  ['Email is required', { descriptor: msg`Email is required` }],
  ['Please enter a valid email address', { descriptor: msg`Please enter a valid email address` }],
  ['Password is required', { descriptor: msg`Password is required` }],
  ['Password must be at least 8 characters', { descriptor: msg`Password must be at least 8 characters` }],
  [
    `Password must be at most ${passwordMax} characters`,
    { descriptor: msg`Password must be at most {maximum} characters`, values: { maximum: passwordMax } },
  ],
  ['Please confirm your password', { descriptor: msg`Please confirm your password` }],
  ['Passwords do not match', { descriptor: msg`Passwords do not match` }],
  ['PIN is required', { descriptor: msg`PIN is required` }],
  ['PIN must be exactly 4 digits', { descriptor: msg`PIN must be exactly 4 digits` }],
  // Why an import cannot take an entry over.
  ['The name is not valid.', { descriptor: msg`The name is not valid.` }],
  ['Its link is not valid.', { descriptor: msg`Its link is not valid.` }],
  ['Its issuer is not valid.', { descriptor: msg`Its issuer is not valid.` }],
  ['Invalid account.', { descriptor: msg`Invalid account.` }],
  ['Its algorithm is not valid.', { descriptor: msg`Its algorithm is not valid.` }],
  ['Its digits is not valid.', { descriptor: msg`The number of its digits is not valid.` }],
  ['Its period is not valid.', { descriptor: msg`Its period is not valid.` }],
  ['Its counter is not valid.', { descriptor: msg`Its counter is not valid.` }],
  ['Too many or invalid tags.', { descriptor: msg`Too many or invalid tags.` }],
  ['Its note is too long, or not valid.', { descriptor: msg`Its note is too long, or not valid.` }],
  [
    `There is room for ${keysPerOwner} keys only.`,
    { descriptor: msg`You can store up to {maximum} keys.`, values: { maximum: keysPerOwner } },
  ],
  ['PINs do not match', { descriptor: msg`PINs do not match` }],
  ['Please enter both days of the range', { descriptor: msg`Please enter both days of the range` }],
  ['The range ends before it begins', { descriptor: msg`The range ends before it begins` }],
  [
    'Please enter an address that begins with https://, without a password and without a question mark',
    { descriptor: msg`Please enter an address that begins with https://, without a password and without a question mark` },
  ],
  ['Please paste a certificate in PEM format', { descriptor: msg`Please paste a certificate in PEM format` }],
  ['Please enter a host name or an address', { descriptor: msg`Please enter a host name or an address` }],
  [
    'Please enter an address that begins with https://, without a password',
    { descriptor: msg`Please enter an address that begins with https://, without a password` },
  ],
  ['Choose at least one event', { descriptor: msg`Choose at least one event` }],
  ['Please enter the address of the issuer', { descriptor: msg`Please enter the address of the issuer` }],
  ['Please paste a JSON Web Key Set with public keys only', { descriptor: msg`Please paste a JSON Web Key Set with public keys only` }],
  ['Letters, digits and _ . : / - only', { descriptor: msg`Letters, digits and _ . : / - only` }],
  ['A value cannot be empty', { descriptor: msg`A value cannot be empty` }],
  ['A claim needs a value', { descriptor: msg`A claim needs a value` }],
  ['Please enter a host name', { descriptor: msg`Please enter a host name` }],
  ['Please enter a region such as eu-central-1', { descriptor: msg`Please enter a region such as eu-central-1` }],
  ['Please enter the name of a bucket', { descriptor: msg`Please enter the name of a bucket` }],
  ['Letters, digits, dots, dashes and slashes only', { descriptor: msg`Letters, digits, dots, dashes and slashes only` }],
  ['Please enter a file name that ends in .jsonl', { descriptor: msg`Please enter a file name that ends in .jsonl` }],
  ['Please enter the secret access key', { descriptor: msg`Please enter the secret access key` }],
  ['Keep at least 1 backup', { descriptor: msg`Keep at least 1 backup` }],
  ['Keep at most 365 backups', { descriptor: msg`Keep at most 365 backups` }],
  ['Please choose who gets the keys', { descriptor: msg`Please choose who gets the keys` }],
  ['Please enter a date and time', { descriptor: msg`Please enter a date and time` }],
  ['This is too long', { descriptor: msg`This is too long` }],
  ['Please enter a title', { descriptor: msg`Please enter a title` }],
  ['Please enter a message', { descriptor: msg`Please enter a message` }],
  [
    'Please enter an address without a path, such as https://vault.example.org',
    { descriptor: msg`Please enter an address without a path, such as https://vault.example.org` },
  ],
  ['Please enter a name', { descriptor: msg`Please enter a name` }],
  ['The name must be at most 60 characters long', { descriptor: msg`The name must be at most 60 characters long` }],
  ['Enter a code', { descriptor: msg`Enter a code` }],
  ['Enter at least one code', { descriptor: msg`Enter at least one code` }],
  ['Please enter a day', { descriptor: msg`Please enter a day` }],
  ['There is no such day', { descriptor: msg`There is no such day` }],
  ['Please choose an event', { descriptor: msg`Please choose an event` }],
  ['Use a time such as 22:00', { descriptor: msg`Use a time such as 22:00` }],
  ['This time zone is not known', { descriptor: msg`This time zone is not known` }],
  ['This contains a character that cannot be stored', { descriptor: msg`This contains a character that cannot be stored` }],
  ['Template name is required', { descriptor: msg`Template name is required` }],
  ['Subject is required', { descriptor: msg`Subject is required` }],
  ['HTML content is required', { descriptor: msg`HTML content is required` }],
  ['Theme name is required', { descriptor: msg`Theme name is required` }],
  ['Please give a colour as #rrggbb', { descriptor: msg`Please give a colour as #rrggbb` }],
  ['Please give a list of font names', { descriptor: msg`Please give a list of font names` }],
  ['Please enter the code', { descriptor: msg`Please enter the code` }],
  ['Use a language such as de or pt-BR', { descriptor: msg`Use a language such as de or pt-BR` }],
  ['Current password is required', { descriptor: msg`Current password is required` }],
  ['Type DELETE to confirm', { descriptor: msg`Type DELETE to confirm` }],
  ['Please name one address or one group', { descriptor: msg`Please name one address or one group` }],
])
