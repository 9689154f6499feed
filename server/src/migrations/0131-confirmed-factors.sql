-- The second factor was shown in this session, within the last minutes: for what decides over other people's accounts.
alter table sessions add column factor_until timestamptz;
