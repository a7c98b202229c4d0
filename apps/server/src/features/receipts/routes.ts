import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import type { ReceiptsCtx } from './ctx.ts'
import { downloadChatReceipt } from './download-chat-receipt.ts'
import { downloadInstanceReceipt } from './download-instance-receipt.ts'
import { downloadRenderReceipt } from './download-render-receipt.ts'
import { downloadUsageReceipt } from './download-usage-receipt.ts'
import { listDays } from './list-days.ts'
import type { OnChainCtx } from './on-chain/receipts-chain.ts'
import { readSignedReceipt } from './read-signed-receipt.ts'
import { readSignedStatement } from './statements/read-signed-statement.ts'

/** Mounts the `receipts` area of the contract. */
export function receiptRoutes(routes: Routes<ReceiptsCtx & OnChainCtx>): void {
  const { receipts } = api
  routes.download(receipts.download, (ctx, { params }) => readSignedReceipt(ctx, params.id))
  routes.download(receipts.downloadStatement, (ctx, { query }) => readSignedStatement(ctx, query))
  routes.download(receipts.instanceFile, (ctx, { params, query }) =>
    downloadInstanceReceipt(ctx, params.id, query.format),
  )
  routes.download(receipts.renderFile, (ctx, { params, query }) =>
    downloadRenderReceipt(ctx, params.id, query.format),
  )
  routes.download(receipts.chatFile, (ctx, { params, query }) =>
    downloadChatReceipt(ctx, params.id, query.format),
  )
  routes.download(receipts.usageFile, (ctx, { query }) => downloadUsageReceipt(ctx, query))
  routes.on(receipts.listDays, (ctx, { query }) => listDays(ctx, query))
}
