/** The parts of a request that an example fills in. */
export interface RequestExample {
  query?: Readonly<Record<string, string>>
  body?: unknown
}

const model = 'HuggingFaceTB/SmolLM2-135M-Instruct'

/** Requests by operation id, where the required fields alone would show too little of what a call is for. */
export const requestExamples: Readonly<Record<string, RequestExample>> = {
  'auth.updatePassword': {
    body: { old_password: 'my former passphrase', new_password: 'a long passphrase' },
  },
  'auth.addPasskey': { body: { ceremony_id: 'b1f0c7d2a4e94d7c', response: {}, name: 'Laptop' } },
  'accounts.updateProfile': { body: { username: 'ada', name: 'Ada Lovelace' } },
  'accounts.changeNotifications': { body: { balance_low: true, announcements: false } },
  'keys.generateApiKey': {
    body: { name: 'ci', scopes: ['market:read', 'instances:write'], budget_micro_usd: 20_000_000 },
  },
  'invoices.writeDetails': {
    body: {
      ...{ legal_name: 'Acme Studio GmbH', address_lines: ['Hauptstraße 1'] },
      ...{ postal_code: '10115', city: 'Berlin', country: 'DE', vat_id: 'DE136695976' },
      ...{ purchase_order: 'PO 4711', email: 'billing@example.com', email_invoices: true },
    },
  },
  'invoices.credit': { body: { total_cents: 1_000, reason: 'Wrong price', key: 'credit-17' } },
  'companies.create': { body: { name: 'Acme Studio' } },
  'companies.rename': { body: { name: 'Acme Studio' } },
  'companies.invite': { body: { email: 'grace@example.com', role: 'member' } },
  'companies.changeMember': { body: { role: 'admin' } },
  'companies.generateKey': { body: { name: 'render farm', scopes: ['renders:write'] } },
  'budgets.spend': { query: { by: 'key', from: '2026-11-01', to: '2026-11-21' } },
  'budgets.changeAccount': {
    body: { amount_micro_usd: 500_000_000, period: 'monthly', on_exceed: 'stop' },
  },
  'budgets.saveProject': { body: { name: 'training', description: 'Nightly runs' } },
  'budgets.changeProject': {
    body: { amount_micro_usd: 200_000_000, period: 'monthly', on_exceed: 'stop' },
  },
  'cards.choose': { body: { card_id: 'pm_1QK5vJ2eZvKYlo2C' } },
  'cards.pay': { body: { micro_usd: 25_000_000, save_card: true } },
  'cards.refund': { body: { micro_usd: 10_000_000 } },
  'cards.changeAutoTopUp': {
    body: {
      ...{ enabled: true, below_micro_usd: 10_000_000, add_micro_usd: 25_000_000 },
      month_micro_usd_max: 100_000_000,
    },
  },
  'cards.operatorPayments': { query: { show: 'attention' } },
  'cards.operatorRefund': { body: { micro_usd: 10_000_000 } },
  'operator.makeAccessCode': { body: { label: 'Studio workshop', uses_max: 25 } },
  'promoCodes.create': {
    body: { label: 'Autumn campaign', amount_micro_usd: 10_000_000, uses_max: 200 },
  },
  'promoCodes.change': { body: { paused: true } },
  'channels.connect': { body: { input: 'social.example' } },
  'channels.finish': { body: { query: '?code=Xk3v9q2m&state=p4x8w1zt' } },
  'channels.proof': { body: { url: 'https://blog.example/about' } },
  'channels.verify': { body: { url: 'https://blog.example/about' } },
  'posts.create': {
    body: {
      text: 'I render with Gridloom',
      at: '2026-11-30T09:30:00.000Z',
      targets: [{ connected_account_id: 'con_01kb3z8m6xq7r9t2v4w5y6z8ab' }],
    },
  },
  'posts.edit': {
    body: {
      text: 'I render with Gridloom',
      at: '2026-11-30T09:30:00.000Z',
      targets: [{ connected_account_id: 'con_01kb3z8m6xq7r9t2v4w5y6z8ab' }],
    },
  },
  'posts.reschedule': { body: { at: '2026-11-30T09:30:00.000Z' } },
  'posts.posted': {
    body: {
      connected_account_id: 'con_01kb3z8m6xq7r9t2v4w5y6z8ab',
      url: 'https://blog.example/gridloom',
    },
  },
  'affiliate.chooseCode': { body: { code: 'ada-lovelace' } },
  'affiliate.click': { body: { code: 'ada-lovelace', to: '/prices', campaign: 'newsletter' } },
  'affiliate.refer': { body: { code: 'ada-lovelace' } },
  'media.filter': { query: { media_title: 'launch', condition: 'video' } },
  'media.addPost': {
    body: { post_link: 'https://bsky.app/profile/ada.example/post/3k7' },
  },
  'media.create': {
    body: {
      ...{ kind: 'video', title: 'Rent a GPU in a minute', platforms: ['x', 'bluesky'] },
      ...{ languages: ['en'], texts: [{ platform: 'x', text: 'A GPU in a minute' }] },
    },
  },
  'media.change': { body: { title: 'Rent a GPU in 60 seconds' } },
  'media.saveCaptions': {
    body: { vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nThis is a GPU.' },
  },
  'affiliate.stats': { query: { by: 'campaign' } },
  'affiliate.appeal': { body: { text: 'A friend of mine paid with our common card' } },
  'affiliate.appealReview': { body: { text: 'A newsletter linked to me on that day' } },
  'affiliate.decideOnAccount': { body: { decision: 'release', reason: 'A newsletter' } },
  'affiliate.changeTerms': { body: { compute_basis_points: 2_000, holding_days: 30 } },
  'affiliate.decide': { body: { decision: 'release', reason: 'Two people share a mailbox' } },
  'missions.create': {
    body: {
      ...{ title: 'Rent for two hours', repeat: 'weekly', reward_micro_usd: 5_000_000 },
      steps: [{ fact: 'rented_hours', at_least: 2 }],
      ...{ starts_at: '2026-11-30T00:00:00.000Z', ends_at: '2026-12-28T00:00:00.000Z' },
      claims_max: 100,
    },
  },
  'missions.edit': {
    body: {
      ...{ title: 'Rent for two hours', text: '', match: 'all', after: [] },
      audience: { who: 'everyone', flows: ['render'], countries: [], tier_at_least: 'bronze' },
      steps: [{ fact: 'rented_hours', at_least: 2 }],
      ...{ order: 100, holding_days: 7 },
    },
  },
  'missions.appeal': { body: { text: 'The post is at another address now' } },
  'missions.decide': { body: { decision: 'release', reason: 'Two people share a mailbox' } },
  'missions.changeSettings': { body: { share_basis_points: 4_000, grace_hours: 72 } },
  'accounts.changeFlow': { body: { flow: 'render' } },
  'tiers.join': { body: { name: 'Ada L' } },
  'tiers.changeTable': {
    body: {
      tiers: [
        { tier: 'bronze', name: 'Bronze', points: 0, holding_days_less: 0, planned_posts_more: 0 },
        {
          tier: 'silver',
          name: 'Silver',
          points: 500,
          holding_days_less: 3,
          planned_posts_more: 100,
        },
        {
          tier: 'gold',
          name: 'Gold',
          points: 2_000,
          holding_days_less: 7,
          planned_posts_more: 300,
        },
        {
          ...{ tier: 'platinum', name: 'Platinum', points: 10_000 },
          ...{ holding_days_less: 14, planned_posts_more: 800 },
        },
      ],
    },
  },
  'operator.setAmbassador': { body: { is_kol: true } },
  'rewards.give': {
    body: {
      email: 'ada@example.com',
      micro_usd: 5_000_000,
      key: 'bug-report-7',
      text: 'For a bug report',
    },
  },
  'operator.announce': {
    body: { level: 'info', text: 'Maintenance on Sunday from 06:00 to 07:00 UTC.', mail: false },
  },
  'machines.change': { body: { listed: true, cpu_slots: 4 } },
  'market.search': { query: { gpu_model: 'RTX 4090', sort: 'price', page_size: '10' } },
  'market.explain': { query: { gpu_model: 'RTX 4090', vram_mib_min: '24000' } },
  'market.csv': { query: { q: 'gpu:4090 price<0.5', columns: 'id,gpu,vram,price' } },
  'market.facets': { query: { q: 'kind:gpu', fields: 'gpu_model,vram,country' } },
  'market.createSearch': { body: { name: 'Cheap 4090', query: 'gpu:4090 price<0.3' } },
  'market.changeSearch': { body: { paused: true } },
  'autoOrders.preview': {
    query: {
      ...{ query: 'gpu:4090 region:EU', slots: '1', disk_gb: '20' },
      max_price_micro_usd_per_hour: '300000',
    },
  },
  'autoOrders.create': {
    body: {
      ...{ name: 'Cheap 4090', query: 'gpu:4090 region:EU' },
      order: { disk_gb: 20, template: { image_path_with_tag: 'debian:12' } },
      ...{ max_price_micro_usd_per_hour: 300_000, instances_max: 3, running_max: 1 },
      budget_micro_usd: 20_000_000,
    },
  },
  'autoOrders.change': { body: { max_price_micro_usd_per_hour: 350_000 } },
  'market.createAlert': { body: { filters: { kind: 'gpu', gpu_model: 'RTX 4090' } } },
  'templates.create': {
    body: {
      template_name: 'PyTorch Lab',
      image_path_with_tag: 'pytorch/pytorch:latest',
      docker_options: '-p 8888 --shm-size 1g',
      extra_filters: { kind: 'gpu', vram_mib_min: 16_384 },
    },
  },
  'templates.copy': { body: { id: 'tpl_01jd3v8q6f7g8h9jkmnpqrstvw' } },
  'templates.parse': {
    body: { kind: 'docker_run', text: 'docker run -p 8080 ghcr.io/owner/name:tag' },
  },
  'apps.list': { query: { category: 'ai', search: 'chat' } },
  'apps.quote': { body: {} },
  'apps.launch': {
    body: { offer_id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvx', fields: {}, label: 'notebooks' },
  },
  'apps.create': {
    body: {
      slug: 'our-app',
      definition: {
        name: 'Our app',
        summary: 'What it is for, in one line.',
        category: 'web',
        container: { image_path_with_tag: 'ghcr.io/owner/name:1.0' },
        ports: [{ port: 8080, name: 'Page' }],
        links: [{ title: 'Page', port: 8080, path: '/' }],
      },
    },
  },
  'apps.change': { body: { hidden: false } },
  'apps.reorder': { body: { slugs: ['web-page'] } },
  'instances.order': {
    body: {
      offer_id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvw',
      template: { image_path_with_tag: 'debian:12' },
      disk_gb: 20,
      label: 'trial',
    },
  },
  'clusters.create': {
    body: {
      name: 'training',
      nodes: [
        { offer_id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvw' },
        { offer_id: 'ofr_01jd3v8q6f7g8h9jkmnpqrstvx' },
      ],
      template: { image_path_with_tag: 'debian:12' },
      disk_gb: 20,
    },
  },
  'instances.logs': { query: { tail: '100' } },
  'instances.metrics': { query: { minutes: '60' } },
  'rendering.change': { body: { budget_micro_usd: 5_000_000 } },
  'rendering.test': { body: { frame: 42 } },
  'rendering.approve': { body: { frames: [42] } },
  'rendering.reject': { body: { frames: [42] } },
  'rendering.retry': { body: { frames: [42] } },
  'rendering.changeMachine': { body: { enabled: true } },
  'models.serve': {
    body: {
      engine: { kind: 'llama' },
      price: { input_micro_usd: 100_000, cached_micro_usd: 25_000, output_micro_usd: 400_000 },
    },
  },
  'chat.change': { body: { title: 'Looms' } },
  'openai.chatCompletions': {
    body: { model, messages: [{ role: 'user', content: 'What does a loom do?' }], max_tokens: 64 },
  },
  'openai.completions': { body: { model, prompt: 'A loom is', max_tokens: 32 } },
  'deposits.createGasless': {
    body: {
      ...{ chain_id: 8_453, token: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
      ...{ payer: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', amount: '50000000' },
    },
  },
  'deposits.createQuote': {
    body: {
      ...{ chain_id: 8_453, micro_usd: 25_000_000 },
      payer: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    },
  },
  'payouts.request': {
    body: {
      ...{ method: 'wallet', chain_id: 56, token: '0x5FbDB2315678afecb367f032d93F642f64180aa3' },
      ...{ micro_usd: 250_000_000, fee_micro_usd: 1_900 },
    },
  },
  'payouts.changeSettings': {
    body: {
      ...{ schedule: 'weekly', threshold_micro_usd: 50_000_000 },
      source: {
        method: 'wallet',
        chain_id: 56,
        token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
      },
      payee: null,
    },
  },
  'payouts.changeBankAccount': {
    body: { iban: 'DE89 3704 0044 0532 0130 00', bic: null, holder: 'Ada Lovelace' },
  },
  'payouts.openStripe': { body: { country: 'DE' } },
  'payouts.createFile': { body: { available_micro_usd: 5_000_000_000 } },
  'payouts.resolve': { body: { outcome: 'not_paid', reason: 'No transfer on the chain.' } },
  'payouts.recordReturn': { body: { reason: 'The account is closed.' } },
  'payouts.reject': { body: { reason: 'The name does not match the account.' } },
  'ledger.credit': {
    body: {
      email: 'ada@example.com',
      micro_usd: 25_000_000,
      key: 'invoice-2026-0042',
      text: 'Invoice 2026-0042',
    },
  },
}
