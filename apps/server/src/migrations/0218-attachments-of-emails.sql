-- A file that goes with an email, such as an invoice.
alter table outgoing_mails add column attachment_name text;
alter table outgoing_mails add column attachment_type text;
alter table outgoing_mails add column attachment bytea;
alter table outgoing_mails add constraint outgoing_mails_attachment_whole
  check ((attachment is null) = (attachment_name is null) and (attachment is null) = (attachment_type is null));
