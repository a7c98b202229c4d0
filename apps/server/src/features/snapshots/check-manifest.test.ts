import { SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import { expect, it } from 'vitest'
import { wrongWith } from './check-manifest.ts'

const hash = (n: number) => n.toString(16).padStart(64, '0')
const piece = { sha256: hash(1), bytes: 10, raw_bytes: 100 }
const layer = { diff_id: hash(9), raw_bytes: 100, pieces: [piece] }
const bounds = { rawBytesMax: 1_000, imageOrdered: 'debian:12' }

it('accepts layers whose pieces have their size', () => {
  expect(wrongWith(manifest([layer]), bounds)).toBeUndefined()
})

it.each([
  ['another image', manifest([layer], 'debian:13')],
  ['a layer twice', manifest([layer, layer])],
  ['another size', manifest([{ ...layer, raw_bytes: 101 }])],
  ['a layer that is larger than the disk', manifest([{ ...layer, raw_bytes: 1_001 }])],
  ['a piece that grew', manifest([{ ...layer, pieces: [{ ...piece, bytes: 1_000_000 }] }])],
  [
    'too many pieces',
    manifest([
      {
        ...layer,
        raw_bytes: 1_000,
        pieces: Array.from({ length: 1_002 }, () => ({ ...piece, raw_bytes: 1 })),
      },
    ]),
  ],
])('refuses %s', (wrong, given) => {
  expect(wrongWith(given, bounds)).toBe(wrong)
})

function manifest(layers: (typeof layer)[], image = 'debian:12'): SnapshotManifest {
  return SnapshotManifest.parse({
    ...{ image, architecture: 'x64', base_diff_ids: [], config: {}, layers },
  })
}
