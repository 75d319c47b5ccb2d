{ using file = open(); file.read(); }
{ await using socket = connect(); return socket; }
