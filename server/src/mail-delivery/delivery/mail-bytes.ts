import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64'
import type MimeNode from 'nodemailer/lib/mime-node'
import { encode as encodeQuotedPrintable, wrap as wrapQuotedPrintable } from 'nodemailer/lib/qp'

/** Serializes a text e-mail compiled by nodemailer. nodemailer itself chains streams for every part, which takes longer than the rest of sending. */
export function mailBytes(message: MimeNode): Buffer {
  const text = written(message)
  if (text.endsWith('\n')) return Buffer.from(text)
  return Buffer.from(text.endsWith('\r') ? `${text}\n` : `${text}\r\n`)
}

function written(node: MimeNode): string {
  const headers = `${node.buildHeaders()}\r\n\r\n`
  if (!node.multipart) return headers + encoded(node)
  const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${written(child)}`)
  return `${headers}${parts.join('\r\n')}\r\n--${node.boundary}--\r\n`
}

function encoded(node: MimeNode): string {
  const { content } = node
  if (content === undefined) return ''
  if (typeof content !== 'string') throw new TypeError('A part of the mail is not text.')
  switch (node.getTransferEncoding()) {
    case 'quoted-printable':
      return wrapQuotedPrintable(encodeQuotedPrintable(content))
    case 'base64':
      return wrapBase64(encodeBase64(content))
    default:
      return content
  }
}
