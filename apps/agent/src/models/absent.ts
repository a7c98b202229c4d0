import type { Models } from './index.ts'

/** Of a machine that serves no models. */
export function absentModels(): Pick<Models, 'report' | 'onChange'> {
  return {
    report: () => ({ can: false, llama_missing: null, serving: [] }),
    onChange: () => () => undefined,
  }
}
