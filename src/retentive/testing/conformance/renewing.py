"""Leases that are renewed while the work they are for goes on."""

from __future__ import annotations

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.conformance.contract import Desk, StoreContract
from retentive.testing.conformance.generations import begin, swap
from retentive.testing.conformance.work import ABLE, NOW, advance, take, taken


class RenewContract(StoreContract):
    """A lease that is renewed runs on, unless it was lost."""

    def test_a_renewed_lease_runs_until_its_new_end(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lease = taken(store, NOW, seconds=60)
        assert store.renew(lease, now=build.at(100.9), seconds=60)
        assert take(store, build.at(101.9)) is None
        assert take(store, build.at(102)) is not None

    def test_who_renewed_it_can_write(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lease = taken(store)
        assert store.renew(lease, now=build.at(101), seconds=60)
        advance(ana, lease, 1)
        assert list(store.pending("digest")) == []

    def test_a_lease_that_ran_out_is_renewed_if_nobody_took_it(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        lease = taken(store, NOW, seconds=60)
        assert store.renew(lease, now=build.at(200), seconds=60)
        assert take(store, build.at(200.5)) is None

    def test_a_lost_lease_is_not_renewed(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lost = taken(store, NOW, seconds=60)
        now = taken(store, build.at(200), seconds=60)
        assert not store.renew(lost, now=build.at(200), seconds=6000)
        assert take(store, build.at(202)) is not None
        assert not store.renew(now, now=build.at(202), seconds=60)

    def test_a_lease_that_was_given_back_is_not_renewed(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lease = taken(store)
        store.release(lease)
        assert not store.renew(lease, now=NOW, seconds=60)
        assert take(store) is not None

    def test_the_lease_of_a_replaced_generation_is_not_renewed(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        lease = taken(store)
        swap(ana, begin(ana), 1)
        assert not store.renew(lease, now=NOW, seconds=60)


class DisownContract(StoreContract):
    """Leases of owners who are gone are ended, and no others."""

    def test_the_lease_of_an_owner_who_is_gone_can_be_taken_at_once(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        ana.grow(2)
        bo.grow(1)
        assert store.disown("digest", lambda owner: True) == 0
        lost = store.lease("digest", "you", able=ABLE, now=NOW, seconds=60)
        assert lost is not None
        mine = taken(store)
        assert store.disown("digest", lambda owner: owner not in ("me", "you")) == 0
        assert store.disown("digest", lambda owner: owner == "you") == 1
        assert store.renew(mine, now=NOW, seconds=60)
        again = taken(store)
        assert (again.space, again.fence > lost.fence) == (lost.space, True)
        with pytest.raises(LeaseLost):
            advance({ana.number: ana, bo.number: bo}[lost.space], lost, 1)
