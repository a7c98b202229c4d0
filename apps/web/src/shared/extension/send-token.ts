/** The one message that an extension takes from the page. */
export interface TokenMessage {
  type: 'gridloom:token'
  token: string
}

/** The two ways to an extension: the browser's own messages, and messages on the page itself. */
export interface ExtensionPorts {
  /** Sends by the browser; `undefined` where it has no such way. */
  send: ((extensionId: string, message: TokenMessage) => Promise<void>) | undefined
  /** Whether an extension's script on this page answers a greeting. */
  isListening(): Promise<boolean>
  post(message: TokenMessage): void
}

interface SendTokenInput {
  ports: ExtensionPorts
  /** The extension's id in its store, where one is configured. */
  extensionId(): Promise<string | null>
  /** Asks the server for a token that is the extension's own; never the person's session. */
  makeToken(): Promise<string>
}

/**
 * Hands the extension a token over every way on which it listens (specification, section 4). A token
 * is only made once somebody listens.
 */
export async function sendToken({ ports, extensionId, makeToken }: SendTokenInput): Promise<void> {
  const [id, listening] = await Promise.all([extensionId(), ports.isListening()])
  const send = id === null ? undefined : ports.send
  if (!send && !listening) return
  const message = { type: 'gridloom:token', token: await makeToken() } as const
  if (listening) ports.post(message)
  if (send && id !== null) await send(id, message)
}
