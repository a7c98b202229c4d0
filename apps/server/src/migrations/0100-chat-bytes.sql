-- Text that an account keeps in chats has a bound: what each chat holds stands at it, in bytes of UTF-8.
alter table chats add column bytes bigint not null default 0 check (bytes >= 0);
update chats set bytes = held.bytes
  from (select chat_id, sum(octet_length(text)) as bytes from chat_messages group by chat_id) held
  where held.chat_id = chats.id;
