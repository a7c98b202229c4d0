/** The only message that the extension accepts from the page. */
export interface TokenMessage {
  type: 'gridloom:token'
  token: string
}

/** The two channels to an extension: the browser's messaging API, and messages on the page. */
export interface ExtensionPorts {
  /** Sends over the browser's messaging API; `undefined` if there is none. */
  send: ((extensionId: string, message: TokenMessage) => Promise<void>) | undefined
  /** Whether an extension's content script replies to a greeting. */
  isListening(): Promise<boolean>
  post(message: TokenMessage): void
}

interface SendTokenInput {
  ports: ExtensionPorts
  /** The extension's id in its store, if configured. */
  extensionId(): Promise<string | null>
  /** Creates a token for the extension alone; never the user's session. */
  makeToken(): Promise<string>
}

/**
 * Sends a token to the extension over every channel that it listens on (specification, section 4). The token is created
 * only if the extension listens.
 */
export async function sendToken({ ports, extensionId, makeToken }: SendTokenInput): Promise<void> {
  const [id, listening] = await Promise.all([extensionId(), ports.isListening()])
  const send = id === null ? undefined : ports.send
  if (!send && !listening) return
  const message = { type: 'gridloom:token', token: await makeToken() } as const
  if (listening) ports.post(message)
  if (send && id !== null) await send(id, message)
}
