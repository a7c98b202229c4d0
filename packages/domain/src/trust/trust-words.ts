import type {
  EvidenceCause,
  EvidenceKind,
  FigureKind,
} from '@gridloom/contract/reputation/evidence'
import type { TrustPart } from '@gridloom/contract/reputation/trust'

/** The name of each part of a trust score, and what it says. */
export const partTexts: Readonly<Record<TrustPart, { name: string; text: string }>> = {
  uptime: { name: 'Uptime', text: 'Share of the time that the machine was online while listed' },
  starts: {
    name: 'Successful starts',
    text: 'First starts that did not fail because of the machine',
  },
  delivered: {
    name: 'Delivered as advertised',
    text: 'Figures that were measured again at random and when rentals began',
  },
  checks: {
    name: 'Rendering and model checks',
    text: 'Pictures compared on other machines, and answers of models',
  },
  early_ends: { name: 'Rentals kept', text: 'Rentals that the machine did not end early' },
  disputes: { name: 'Disputes', text: 'Pictures that renters rejected rightly' },
  reviews: { name: 'Reviews', text: 'Ratings by renters of at least one hour' },
}

/** One fact of each kind. */
export const evidenceTexts: Readonly<Record<EvidenceKind, string>> = {
  uptime: 'Online on one day',
  start: 'Start of an instance',
  rental: 'End of a rental',
  measurement: 'Measurement',
  render_check: 'Compared picture',
  model_check: 'Answers on one day',
  dispute: 'Rejected picture',
  review: 'Review',
  withdrawal: 'Withdrawal of an earlier fact',
}

/** Why a fact is a bad one. */
export const causeTexts: Readonly<Record<EvidenceCause, string>> = {
  start_failed: 'The container did not start.',
  gpu_missing: 'The machine could not provide the GPU.',
  engine_failed: 'The container engine did not respond.',
  not_isolated: 'The machine lost part of its isolation.',
  disk_lost: 'The machine lost the disk.',
  machine_removed: 'The machine left the market.',
  outage: 'The machine was offline for more than 10 minutes.',
  below_advertised: 'The figure was below the advertised one.',
  implausible_figure: 'The machine reported a figure that its GPU cannot reach.',
  hardware_reduced: 'The machine reported less hardware than before.',
  wrong_picture: 'Two other machines rendered a different, matching picture.',
  malformed_picture: 'The machine sent an invalid picture.',
  answers_failed: 'More than half of the answers failed.',
  review_hidden: 'The operator hid the review.',
}

/** The figures that measurements compare, with their units. */
export const figureTexts: Readonly<Record<FigureKind, string>> = {
  cpu_single_mops: 'CPU, one thread (Mop/s)',
  cpu_multi_mops: 'CPU, all threads (Mop/s)',
  memory_bandwidth_mb_s: 'Memory bandwidth (MB/s)',
  gpu_tflops_fp32: 'GPU (TFLOPS)',
  gpu_memory_bandwidth_gb_s: 'GPU memory bandwidth (GB/s)',
  disk_write_mb_s: 'Disk write (MB/s)',
  disk_read_mb_s: 'Disk read (MB/s)',
  network_down_mbps: 'Download (Mb/s)',
  network_up_mbps: 'Upload (Mb/s)',
  network_rtt_ms: 'Round-trip time (ms)',
  cpu_threads: 'CPU threads',
  memory_mib: 'Memory (MiB)',
  gpus: 'GPUs',
  vram_mib: 'GPU memory (MiB)',
}
