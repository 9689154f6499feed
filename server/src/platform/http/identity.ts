/** Who a request comes from, as far as the platform needs to know: the sessions noun fills it in. */
export interface Identity {
  /** The user's id. */
  id: string
  name: string
  email: string
  role: 'admin' | 'user'
  sessionId: string
}

/** What a request says about where it comes from. */
export interface Client {
  /** The socket's address, or the forwarded one behind a trusted proxy; not shortened. */
  address: string
  userAgent: string | undefined
  /** Only browsers send `Origin` or `Sec-Fetch-Site`. */
  isBrowser: boolean
}

/** The two halves of a session as they came with a request. */
export interface Credentials {
  bearer: string | undefined
  /** The HttpOnly cookie that binds a browser's session to that browser. */
  browserHalf: string | undefined
}
