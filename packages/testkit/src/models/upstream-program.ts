import { startUpstream } from './upstream.ts'

/** The stand-in as a separate process: it sends its address, and ends when the connection to its parent does. */
const upstream = await startUpstream()
process.send?.(upstream.baseUrl)
process.once('disconnect', () => process.exit(0))
