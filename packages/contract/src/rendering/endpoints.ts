import { jobs } from './job-endpoints.ts'
import { hosting } from './machine-endpoints.ts'
import { results } from './result-endpoints.ts'
import { uploads } from './upload-endpoints.ts'

export const rendering = { ...uploads, ...jobs, ...results, ...hosting } as const
