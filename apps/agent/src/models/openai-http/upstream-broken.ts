/** An engine that answered, but not as it should. */
export class UpstreamBroken extends Error {
  override readonly name = 'UpstreamBroken'
}
