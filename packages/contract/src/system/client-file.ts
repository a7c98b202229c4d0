import { z } from 'zod'

/** The clients that are one file: TypeScript, and Python with its standard library. */
export const ClientFileName = z.enum(['gridloom.ts', 'gridloom.py'])
export type ClientFileName = z.infer<typeof ClientFileName>
