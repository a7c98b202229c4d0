import type { AccountId, InstanceId, PortLinkId, SessionId } from '@gridloom/contract/core/ids'
import type { PortAccess } from '@gridloom/contract/ports/port-address'
import type { ColumnType, Selectable } from 'kysely'

export interface PortAddressesTable {
  instance_id: InstanceId
  port: number
  slug: string
  access: ColumnType<PortAccess, PortAccess | undefined, PortAccess>
  created_at: Date
}
export type PortAddressRow = Selectable<PortAddressesTable>

export interface PortLinksTable {
  id: PortLinkId
  key_hash: string
  instance_id: InstanceId
  port: number
  note: string
  created_at: Date
  created_by: AccountId
  expires_at: Date
  revoked_at: ColumnType<Date | null, null | undefined, Date>
}
export type PortLinkRow = Selectable<PortLinksTable>

export interface PortSessionsTable {
  code_hash: string
  attempt_hash: string
  code_expires_at: Date
  cookie_hash: ColumnType<string | null, null | undefined, string>
  instance_id: InstanceId
  port: number
  user_id: AccountId
  session_id: SessionId
  created_at: Date
  expires_at: Date
}
export type PortSessionRow = Selectable<PortSessionsTable>

export interface TcpPortsTable {
  tcp_port: number
  instance_id: InstanceId
  port: number
  allowed: string[]
  opened_at: Date
  closed_at: Date | null
}
export type TcpPortRow = Selectable<TcpPortsTable>

/** The tables of port addresses. A type, as Kysely requires. */
export type PortTables = {
  port_addresses: PortAddressesTable
  port_links: PortLinksTable
  port_sessions: PortSessionsTable
  tcp_ports: TcpPortsTable
}
