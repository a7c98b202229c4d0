import {
  type UserDetails,
  UserDetails as UserDetailsShape,
} from '@gridloom/contract/accounts/user-details'
import { Instance } from '@gridloom/contract/instances/instance'
import { Balance } from '@gridloom/contract/ledger/balance'
import { type Bill, Bill as BillShape } from '@gridloom/contract/ledger/bill'
import { type LedgerLine, LedgerLine as LedgerLineShape } from '@gridloom/contract/ledger/line'
import { Hardware } from '@gridloom/contract/machines/hardware'
import { Machine } from '@gridloom/contract/machines/machine'
import {
  type PublicConfig,
  PublicConfig as PublicConfigShape,
} from '@gridloom/contract/system/public-config'
import { builtInChains } from '@gridloom/contract/wallet/built-in-chains'

// Builders with defaults. Each parses what it builds, so that a test cannot drift from the contract.

/** Returns the n-th id of a kind: `sampleId('mch', 1)`. */
export function sampleId(prefix: string, n: number): string {
  return `${prefix}_${String(n).padStart(26, '0')}`
}

/** Returns a timestamp the given number of seconds before noon of the sample day. */
export function secondsBefore(seconds: number): string {
  return new Date(Date.parse('2026-11-21T12:00:00.000Z') - seconds * 1000).toISOString()
}

export function someHardware(parts: object = {}): Hardware {
  return Hardware.parse({
    hostname: 'loom',
    os: 'Debian GNU/Linux 12',
    kernel: '6.1.0',
    arch: 'x86_64',
    cpu_model: 'AMD Ryzen 9 5950X',
    cpu_cores: 16,
    cpu_threads: 32,
    memory_mib: 65_536,
    disk_total_gb: 960,
    disk_free_gb: 700,
    gpus: [],
    engine: {
      kind: 'docker',
      version: '27.3.1',
      api_version: '1.47',
      runtimes: ['runc', 'nvidia'],
      storage_driver: 'overlay2',
      disk_quota: false,
    },
    images: [],
    isolation_gaps: [],
    ...parts,
  })
}

/** One GPU as nvidia-smi reports it. */
export function aGpu(index: number, model = 'NVIDIA GeForce RTX 4090'): object {
  return {
    index,
    uuid: `GPU-${index}`,
    vendor: 'nvidia',
    model,
    vram_mib: 24_564,
    driver: '570.86.15',
    pci_address: null,
    temperature_c: 61,
    power_w: 318,
    utilization_percent: 84,
    memory_used_mib: null,
    source: 'nvidia-smi',
  }
}

export function aMachine(parts: object = {}): Machine {
  return Machine.parse({
    id: sampleId('mch', 1),
    name: 'loom-01',
    status: 'online',
    listed: true,
    list_not_isolated: false,
    country: null,
    min_bid_micro_usd_per_hour: null,
    agent_version: '0.1.0',
    enrolled_at: secondsBefore(86_400),
    connected_at: secondsBefore(3_600),
    last_seen_at: secondsBefore(2),
    hardware: someHardware(),
    load: { at: secondsBefore(2), cpu_percent: 42, memory_used_mib: 8_192, disk_free_gb: 700 },
    uptime_hours: [...Array.from({ length: 23 }, () => 100), 99],
    benchmarks: [],
    gpu_benchmarks: [],
    pricing: {
      gpu_slot_micro_usd_per_hour: 420_000,
      cpu_slot_micro_usd_per_hour: 31_000,
      memory_gib_micro_usd_per_hour: 2_500,
      disk_gb_micro_usd_per_hour: 140,
      stopped_disk_gb_micro_usd_per_hour: 70,
    },
    reservation_terms: null,
    cpu_slots: 4,
    slots_total: 4,
    slots_rented: 0,
    problems: [],
    earned_micro_usd: 412_300,
    earned_days: [...Array.from({ length: 28 }, () => 0), 300_000, 112_300],
    slot_prices: [],
    earning_micro_usd_per_hour: 0,
    ...parts,
  })
}

export function anInstance(parts: object = {}): Instance {
  return Instance.parse({
    id: sampleId('ins', 1),
    label: 'train',
    project: null,
    note: '',
    state: 'running',
    desired: 'running',
    ready: true,
    reason: null,
    progress: null,
    generation: 1,
    observed_generation: 1,
    restart_policy: 'on_machine_restart',
    machine_id: sampleId('mch', 1),
    machine_name: 'loom-01',
    last_seen_at: secondsBefore(2),
    template_name: 'Debian shell',
    template: { id: sampleId('tpl', 1), version: '1.0' },
    app: null,
    links: [],
    image: 'gridloom/base:latest',
    ports: [],
    env: {},
    slots: 1,
    gpu_model: null,
    vcpus: 8,
    memory_mib: 16_384,
    disk_gb: 40,
    volumes: [],
    reservation_id: null,
    running_micro_usd_per_hour: 76_000,
    stopped_micro_usd_per_hour: 2_800,
    bid: null,
    cost_micro_usd: 12_000,
    held_micro_usd: 19_000,
    ready_s: 600,
    charging: { since: secondsBefore(600), cause: 'ready' },
    created_at: secondsBefore(700),
    ready_at: secondsBefore(600),
    stopped_at: null,
    destroyed_at: null,
    automation: {
      budget_micro_usd: null,
      stop_at: null,
      stop_after_s: null,
      stop_idle: null,
      schedule: null,
      next_stop: null,
      next_start_at: null,
      postponed_until: null,
      start_blocked: null,
    },
    disk_kept_until: null,
    cluster: null,
    moving: false,
    ...parts,
  })
}

export function aBalance(parts: object = {}): Balance {
  return Balance.parse({
    available_micro_usd: 5_000_000,
    welcome_micro_usd: 0,
    held_micro_usd: 0,
    spend_rate_micro_usd_per_hour: 0,
    lasts_s: null,
    earned_micro_usd: 0,
    earned_of_welcome_micro_usd: 0,
    debt_micro_usd: 0,
    as_of: secondsBefore(0),
    ...parts,
  })
}

export function aLine(parts: object = {}): LedgerLine {
  return LedgerLineShape.parse({
    at: '2026-11-21T00:00:00.000Z',
    kind: 'charge',
    product: 'compute',
    instance_id: sampleId('ins', 1),
    render_job_id: null,
    volume_id: null,
    reservation_id: null,
    machine_id: null,
    transactions: 1,
    transaction_id: null,
    text: null,
    available_change_micro_usd: 0,
    held_change_micro_usd: -12_427,
    earned_change_micro_usd: 0,
    fee_micro_usd: 0,
    ...parts,
  })
}

export function aBill(parts: object = {}): Bill {
  const none = {
    ...{ spent_micro_usd: 0, credited_micro_usd: 0 },
    ...{ earned_micro_usd: 0, fee_micro_usd: 0, paid_back_micro_usd: 0 },
  }
  return BillShape.parse({
    month: '2026-11',
    ...none,
    products: ['compute', 'rendering', 'models'].map((product) => ({ product, ...none })),
    items: [],
    days: Array.from({ length: 30 }, (_, at) => ({
      day: `2026-11-${String(at + 1).padStart(2, '0')}`,
      ...none,
    })),
    forecast: {
      micro_usd: 0,
      micro_usd_per_hour: 0,
      from_holds_micro_usd: 0,
      funds_end_at: null,
    },
    months: [],
    ...parts,
  })
}

/** The public configuration of the installation. */
export function someConfig(parts: object = {}): PublicConfig {
  return PublicConfigShape.parse({
    name: 'Gridloom',
    description: 'AI and rendering compute supercloud, beta',
    version: '0.1.0',
    url: 'http://localhost',
    captcha: { kind: 'turnstile', site_key: 'site-key' },
    login_providers: [],
    hivemind_url: null,
    extension_id: null,
    extension_store_url: null,
    blog_url: null,
    apps_domain: null,
    tcp_host: null,
    platform_fee_basis_points: 1_000,
    ssh: null,
    chains: builtInChains,
    has_tokens: false,
    exchange_wallet_relay: null,
    walletconnect: null,
    ...parts,
  })
}

export function someDetails(parts: object = {}): UserDetails {
  return UserDetailsShape.parse({
    account_id: sampleId('acc', 1),
    username: 'ada',
    name: null,
    email: 'ada@example.com',
    email_verified: true,
    profile_path: null,
    has_entered_referral_code: true,
    has_password: true,
    role: 'user',
    is_kol: false,
    dismissed_tours: [],
    active_company: null,
    ...parts,
  })
}
