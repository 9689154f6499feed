-- expand from 0.1.0
-- What nouns read of programs and their takes: views of the owners, so that their tables are named by nobody else.

-- Service accounts by name, and how they stand.
create or replace view named_service_accounts as
select id, name, group_id, description, created_at, suspended_at, suspended_because from service_accounts;

-- Tokens by name, whose they are, and how long they last: not what they are recognized by.
create view named_tokens as
select id, kind, name, last_four, user_id, service_account_id, trust_id, is_agent, run, created_by, created_at, expires_at, revoked_at,
  last_used_at, last_used_ip
from access_tokens;

-- Which workloads of an issuer get tokens of a service account.
create view trusted_workloads as
select id, service_account_id, issuer_id, name, rules, minutes, created_by, created_at, ends_at from workload_trusts;

-- Workloads that got none.
create view refused_workloads as
select id, service_account_id, issuer_id, reason, claims, address, refused_at from refused_exchanges;

create view named_issuers as
select id, name, kind from workload_issuers;

-- Codes that were asked for one taker at a time: by whom, and what became of it.
create view listed_takes as
select id, key_id, user_id, service_account_id, token_id, state, asked_at, over_at from code_takes;
