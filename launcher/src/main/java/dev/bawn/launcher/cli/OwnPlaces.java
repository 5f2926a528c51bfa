package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Surroundings;
import dev.bawn.launcher.engine.Renaming;
import dev.bawn.launcher.record.SessionPlaces;

/** The directories of the caller's sessions. */
final class OwnPlaces {

  private OwnPlaces() {}

  /** The caller's directories, after an interrupted renaming is finished. */
  static SessionPlaces of(Surroundings here) {
    SessionPlaces places = SessionPlaces.of(here);
    Renaming.settle(places, here);
    return places;
  }
}
