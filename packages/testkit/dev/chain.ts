import { serveChain } from '../src/chain/serve-chain.ts'

/** Runs the chain of `script/dev` until it is stopped. Its arguments: the port, and the file that keeps its blocks. */
const [port, file = ''] = process.argv.slice(2)
/** Its blocks are kept for as long as the data: one a second would be too many. */
const blockEveryS = 3

const served = await serveChain({ port: Number(port), file, blockEveryS })
process.stdout.write(`The chain is running at ${served.chain.url}\n`)

process.once('SIGTERM', () => void served[Symbol.asyncDispose]())
