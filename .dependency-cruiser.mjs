/**
 * The house's boundaries, each a sentence. `npm run verify` holds the code against them.
 * Paths are regular expressions over paths from the root of the repository.
 */

/** Who may import whom among the workspaces; what is not listed is forbidden. */
const workspaces = {
  'packages/async': [],
  'packages/contract': [],
  'packages/domain': ['packages/contract'],
  'packages/blend': ['packages/contract'],
  'packages/client': ['packages/async', 'packages/contract'],
  'packages/browser-session': ['packages/async', 'packages/client', 'packages/contract'],
  'apps/server': ['packages/async', 'packages/blend', 'packages/contract', 'packages/domain'],
  'apps/agent': ['packages/async', 'packages/contract', 'packages/domain'],
  'apps/cli': [
    'packages/async',
    'packages/blend',
    'packages/contract',
    'packages/client',
    'packages/domain',
  ],
  'apps/web': [
    'packages/async',
    'packages/blend',
    'packages/browser-session',
    'packages/contract',
    'packages/client',
    'packages/domain',
  ],
}

/** Tests and benches may use the testkit, which may use everything. */
const testFile = '(\\.(test|spec|bench|e2e)\\.tsx?$|/(test|tests|e2e|bench)/)'

const workspaceRules = Object.entries(workspaces).map(([workspace, allowed]) => ({
  name: `graph-of-${workspace.replace('/', '-')}`,
  comment: `${workspace} imports ${allowed.join(', ') || 'no other workspace'}.`,
  severity: 'error',
  from: { path: `^${workspace}/`, pathNot: testFile },
  to: {
    path: '^(apps|packages)/',
    pathNot: [workspace, ...allowed].map((name) => `^${name}/`),
  },
}))

/** The folders of the agent's workloads. */
const agentWorkloads = 'benchmarks|instances|models|rendering'

/** The layers of the web app, lowest first: each imports only itself and those before it. */
const webLayers = ['browser', 'ui', 'api', 'shared', 'features', 'app']

const webLayerRules = webLayers.slice(0, -1).map((layer, index) => ({
  name: `web-layer-${layer}`,
  comment: `Web: ${webLayers.join(' ← ')}, one way.`,
  severity: 'error',
  from: { path: `^apps/web/src/${layer}/`, pathNot: testFile },
  to: { path: `^apps/web/src/(${webLayers.slice(index + 1).join('|')})/` },
}))

export default {
  forbidden: [
    ...workspaceRules,
    {
      name: 'no-circle',
      comment:
        'Files import each other without a circle, types included (folders: apps/server/src/folders.test.ts).',
      severity: 'error',
      from: { pathNot: testFile },
      to: { circular: true },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'The platform stands below the features.',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(features|app\\.ts|container\\.ts)' },
    },
    {
      name: 'features-meet-at-their-face',
      comment: 'A feature of the server reaches another only through its index.ts.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: testFile },
      to: {
        path: '^apps/server/src/features/([^/]+)/',
        pathNot: ['^apps/server/src/features/$1/', '^apps/server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'routes-without-sql',
      comment: 'routes.ts knows neither stores nor the query builder.',
      severity: 'error',
      from: { path: '/routes\\.ts$' },
      to: { path: '(-store\\.ts$|node_modules/(kysely|pg)/)' },
    },
    {
      name: 'stores-without-http',
      comment: 'A store knows the database alone.',
      severity: 'error',
      from: { path: '-store\\.ts$' },
      to: { path: '(platform/http/|node_modules/(fastify|ws)/)' },
    },
    {
      name: 'sql-only-in-stores',
      comment: 'Only stores, schemas and the database platform build queries.',
      severity: 'error',
      from: {
        path: '^apps/server/src/features/',
        pathNot: [testFile, '-store\\.ts$', 'schema\\.ts$'],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'agent-workloads-apart',
      comment:
        'Agent: workloads do not import each other; what they share lies in host or runtime.',
      severity: 'error',
      from: { path: `^apps/agent/src/(${agentWorkloads})/`, pathNot: testFile },
      to: { path: `^apps/agent/src/(${agentWorkloads})/`, pathNot: '^apps/agent/src/$1/' },
    },
    {
      name: 'agent-knows-no-workload',
      comment: 'Agent: its list alone names workloads.',
      severity: 'error',
      from: {
        path: '^apps/agent/src/',
        pathNot: [testFile, `^apps/agent/src/(${agentWorkloads}|all-workloads\\.ts)`],
      },
      to: { path: `^apps/agent/src/(${agentWorkloads})/` },
    },
    ...webLayerRules,
    {
      name: 'web-features-apart',
      comment: 'Web: features do not know each other.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: testFile },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'session-without-interface',
      comment:
        'What our pages and a browser extension share needs no router, no React and no cache of queries.',
      severity: 'error',
      from: { path: '^packages/browser-session/', pathNot: testFile },
      to: { path: 'node_modules/(@tanstack|react|react-dom|@mantine|zustand)/' },
    },
    {
      name: 'web-session-without-router',
      comment: 'Web: the lower layers (page, client, session, events) need no router.',
      severity: 'error',
      from: { path: '^apps/web/src/(browser|api)/', pathNot: testFile },
      to: { path: 'node_modules/@tanstack/react-router/' },
    },
    {
      name: 'web-facts-of-the-api',
      comment:
        'Web: pages use the facts of the API (virtual:api-facts); only its types come from the whole contract.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: [testFile, '^apps/web/src/testing/'] },
      to: { path: '^packages/contract/src/api\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-testing-for-tests',
      comment: 'Web: test helpers, which render the whole app, are for tests alone.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: [testFile, '^apps/web/src/testing/'] },
      to: { path: '^apps/web/src/testing/' },
    },
    {
      name: 'resolvable',
      comment: 'What is imported exists.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '\\?(url|worker)$'] },
    },
  ],
  options: {
    parser: 'tsc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|\\.css$)' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    tsPreCompilationDeps: true,
  },
}
