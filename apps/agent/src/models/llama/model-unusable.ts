/** A model's file cannot be served on this machine; the message is shown to its owner. */
export class ModelUnusable extends Error {
  override readonly name = 'ModelUnusable'
}
