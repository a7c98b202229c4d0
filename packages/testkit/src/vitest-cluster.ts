import type { TestProject } from 'vitest/node'
import { startTestCluster } from './cluster.ts'

/** Vitest's global set-up of the integration tests: one cluster for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  project.provide('clusterUrl', cluster.url)
  return () => cluster[Symbol.asyncDispose]()
}
