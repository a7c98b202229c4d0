import type { Inference } from './index.ts'

/** Of a machine that serves no models. */
export function absentInference(): Pick<Inference, 'report' | 'onChange'> {
  return {
    report: () => ({ can: false, llama_missing: null, serving: [] }),
    onChange: () => () => undefined,
  }
}
