import { startUpstream } from './upstream.ts'

/** The stand-in as a process of its own: it says where it is, and ends with the line to its parent. */
const upstream = await startUpstream()
process.send?.(upstream.baseUrl)
process.once('disconnect', () => process.exit(0))
