/** A command of the agent cannot do what was asked; the message is for the user who ran it. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}
