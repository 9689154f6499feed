/**
 * Name in `_locales` of a complaint about a field, which the server sends as a sentence without a code. Numbers are left out of it: they may be values
 * that the server has put in.
 */
export const complaintName = (sentence: string): string => `complaint_${sentence.replaceAll(/\{\w+\}|\d+/g, '').replaceAll(/\W+/g, '_')}`
