/** Thrown when a piece or a layer is not what the manifest says, or one that is not unpacked here. */
export class SnapshotBroken extends Error {
  override readonly name = 'SnapshotBroken'
}
