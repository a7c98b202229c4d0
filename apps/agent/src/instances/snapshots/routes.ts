import { snapshotCalls } from '@gridloom/contract/agent/snapshots-calls'
import { handleDownload, handleUpload, handleValue } from '../../link/handle.ts'
import type { Route } from '../../link/router.ts'
import type { InstanceSnapshots } from './index.ts'

/** Serves snapshots of the machine's instances, captured and restored. */
export function snapshotRoutes({ captures, restores }: InstanceSnapshots): Route[] {
  return [
    handleValue(snapshotCalls.capture, ({ params, body }) =>
      captures.capture(params.id, params.snapshot, body),
    ),
    handleDownload(snapshotCalls.readManifest, ({ params }) => captures.manifest(params.snapshot)),
    handleDownload(snapshotCalls.readPiece, ({ params }) =>
      captures.piece(params.snapshot, params.piece),
    ),
    handleValue(snapshotCalls.forget, async ({ params }) => {
      await captures.forget(params.snapshot)
    }),
    handleUpload(snapshotCalls.restore, ({ params, bytes }) =>
      restores.open(params.snapshot, bytes),
    ),
    handleUpload(snapshotCalls.sendPieces, ({ params, query, bytes }) =>
      restores.receive(params.snapshot, query.from, bytes),
    ),
  ]
}
