import path from 'node:path'
import type { Feature } from '../../platform/feature.ts'
import { hostResolver } from '../../platform/outbound/resolve-host.ts'
import { createSecretSealer } from '../../platform/secret-sealer.ts'
import type { TemplateAdapters, TemplatesCtx } from './ctx.ts'
import { templatesPersonalData } from './personal-data-store.ts'
import { templateRoutes } from './routes.ts'
import { foldStarts } from './starts-store.ts'
import { templateQuota } from './template-quota.ts'
import { deleteTemplatesOf } from './templates-store.ts'

const foldEveryMs = 10_000

/** Templates: predefined ones, and those of accounts with their versions. */
export const templatesFeature: Feature<TemplatesCtx, TemplateAdapters> = {
  name: 'templates',
  services: ({ config }) => ({
    adapters: {
      registries: {
        privateAddresses: config.webhookPrivate,
        resolve: hostResolver(config.webhookPrivate),
      },
      templateSecrets: createSecretSealer({
        file: path.join(config.dataFolder, 'template-secrets.key'),
      }),
    },
  }),
  routes: (routes) => templateRoutes(routes),
  loops: [
    {
      name: 'starts of templates',
      everyMs: foldEveryMs,
      run: (ctx) => ctx.transact((tx) => foldStarts(tx)),
    },
  ],
  quotas: [templateQuota],
  personalData: templatesPersonalData,
  hooks: {
    'account.closed': (_ctx, tx, { accountId }) => deleteTemplatesOf(tx, accountId),
  },
}
