#!/usr/bin/env node
/** Runs the chain of the tests, which the product watches for deposits, until it is stopped. */
import { createServer } from 'node:http'
import { serveChain } from '../packages/testkit/src/chain/serve-chain.ts'
import { chainPort, chainReadyPort } from './ports.ts'

const served = await serveChain({ port: chainPort })
/** Answers once the contracts are there. */
const ready = createServer((_request, response) => response.end('ready')).listen(chainReadyPort)

process.once('SIGTERM', async () => {
  ready.close()
  await served[Symbol.asyncDispose]()
})
