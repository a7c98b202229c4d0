import type { GpuModel } from '@gridloom/contract/statistics/gpu-model'
import { speedWords } from './market/model-facts.ts'
import styles from './monitoring.module.css'

interface GpuSpeedProps {
  measured: Pick<GpuModel, 'gpu_tflops_fp32' | 'gpu_memory_bandwidth_gb_s'>
  specification: GpuModel['specification']
}

/** Measured arithmetic and memory bandwidth of a GPU, each beside its specification. */
export function GpuSpeed({ measured, specification }: GpuSpeedProps) {
  const { gpu_tflops_fp32: tflops, gpu_memory_bandwidth_gb_s: bandwidth } = measured
  if (tflops === null && bandwidth === null && specification === null) return '—'
  return (
    <span title="Measured in single precision, and by copies within the memory; of: the vendor’s specification">
      {speedWords(tflops, specification?.gpu_tflops_fp32, 'TFLOPS')}
      <div className={styles.small}>
        {speedWords(bandwidth, specification?.gpu_memory_bandwidth_gb_s, 'GB/s')}
      </div>
    </span>
  )
}
