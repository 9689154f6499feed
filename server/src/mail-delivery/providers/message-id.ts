/** Moves a Message-ID to the domain of an address: the part before the at sign stays. */
export function inDomainOf(address: string, messageId: string): string {
  return messageIdOf(messageId.slice(1, messageId.indexOf('@')), domainOf(address))
}

/** Includes angle brackets. */
export const messageIdOf = (id: string, domain: string): string => `<${id}@${domain.toLowerCase()}>`

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
