import { systemClock } from '@gridloom/async/clock'
import { startEmbeddedDatabase } from '#platform/database/embedded'
import { silentLog } from '#platform/log'

/** Starts the embedded database in the given folder, prints its address, and waits to be killed. */
const [folder = ''] = process.argv.slice(2)
const database = await startEmbeddedDatabase({ folder, clock: systemClock, log: silentLog() })
process.stdout.write(`${database.url}\n`)
process.stdin.resume()
setInterval(() => {}, 60_000)
