import { once } from 'node:events'
import { systemClock } from '@gridloom/async/clock'
import { z } from 'zod'
import { startMachine } from '../product-machine.ts'

const Options = z.object({
  serverUrl: z.string(),
  enrolmentToken: z.string(),
  name: z.string(),
  idleMsMax: z.number().default(60_000),
})

/** The agent of a machine that only serves models; it ends when the connection to its parent does. */
const { idleMsMax, ...options } = Options.parse(JSON.parse(process.argv[2] ?? ''))
const serving = { idleMsMax }
const machine = await startMachine({ ...options, driver: 'fake', clock: systemClock, serving })
const { id, dataDir } = machine
process.send?.({ id, dataDir })
await once(process, 'disconnect')
await machine[Symbol.asyncDispose]()
process.exit(0)
