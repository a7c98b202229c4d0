import { expect, it } from 'vitest'
import { diskOfferedGb } from './disk.ts'

it.each([
  [{ totalGb: 200, freeGb: 50 }, 40],
  [{ totalGb: 40, freeGb: 15.9 }, 10],
  [{ totalGb: 8_000, freeGb: 8_000 }, 7_980],
  [{ totalGb: 100, freeGb: 3 }, 0],
])('keeps a twentieth of the disk for the host, between 5 and 20 GB: %j', (disk, offeredGb) => {
  expect(diskOfferedGb(disk)).toBe(offeredGb)
})
